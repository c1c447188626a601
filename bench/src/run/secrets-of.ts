import { loadSecretsFile } from '@coverdesk/server/src/platform/config/secrets-file.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** Environment of further servers on the database of the first one. */
export function secretsOf({ dataDir, owner }: ServerUnderTest): Record<string, string> {
  const { token, field, audit } = loadSecretsFile(dataDir)
  const { connectionString = '' } = owner.options
  return { DATABASE_URL: connectionString, TOKEN_SECRET: token, FIELD_SECRET: field, AUDIT_SECRET: audit }
}
