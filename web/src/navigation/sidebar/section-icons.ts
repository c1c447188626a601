import type { SectionName } from '@coverdesk/domain/access/portal-rules.ts'
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconBeach,
  IconFileDescription,
  IconForms,
  IconHeadset,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconLock,
  IconMessages,
  IconReportMoney,
  IconShieldHalf,
  IconUsers,
} from '@tabler/icons-react'

/** Icons of the sidebar's sections; separate from the screens, which sign-in loads too. */
export const sectionIcons: Record<SectionName, Icon> = {
  Application: IconFileDescription,
  Dashboard: IconLayoutDashboard,
  Customer: IconUsers,
  Leads: IconHeadset,
  Policies: IconShieldHalf,
  'Direct Enrollment': IconHeartHandshake,
  Pto: IconBeach,
  Commission: IconReportMoney,
  'Offline Form': IconForms,
  Marketing: IconMessages,
  Administration: IconAdjustmentsHorizontal,
  Security: IconLock,
}
