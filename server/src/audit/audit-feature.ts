import type { Feature } from '../feature.ts'
import { auditRoutes } from './audit-routes.ts'
import { auditSealer, sealingJob } from './chain/audit-sealer.ts'
import { siemJob } from './siem/send-to-siem.ts'
import { siemGauge } from './siem/siem-gauge.ts'

export const auditFeature: Feature = {
  routes: auditRoutes,
  jobs: ({ services: { db, config } }) => [sealingJob(auditSealer(db, config)), ...siemJob(db, config.siem)],
  gauges: [siemGauge],
}
