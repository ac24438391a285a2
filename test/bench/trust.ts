import { trustedFile } from '../../src/tools/certificate.ts'

// Loaded before everything else: Miniflare reads it once, when it is loaded.
process.env.NODE_EXTRA_CA_CERTS = await trustedFile()
