import { trustedFile } from '../../src/tools/certificate.ts'

// Loaded before everything else, because Miniflare reads it once, when it's loaded.
process.env.NODE_EXTRA_CA_CERTS = await trustedFile()
