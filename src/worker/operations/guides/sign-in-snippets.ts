// The record of a domain, as a zone file has it.

export const RECORD = '_plinth.acme.example.  3600  IN  TXT  "plinth-domain=…"'

/** Who a directory says belongs here. Its token is the one that was shown once. */
export const SCIM_USERS = `curl "$PLINTH/scim/v2/Users" -H "Authorization: Bearer $SCIM_TOKEN"`
