import { ownerRole } from '@coverdesk/server/src/platform/embedded-cluster.ts'
import { databasePlace } from '@coverdesk/server/src/platform/embedded-place.ts'
import { databaseName } from '@coverdesk/server/src/platform/embedded-roles.ts'
import { keptSecrets } from '@coverdesk/server/src/platform/secrets-file.ts'
export function ownerUrlOf(dataDir){const { run } = databasePlace(dataDir, () => undefined);const password = encodeURIComponent(keptSecrets(dataDir).databaseOwner);return `postgresql://${ownerRole}:${password}@${encodeURIComponent(run)}:5432/${databaseName}`}
