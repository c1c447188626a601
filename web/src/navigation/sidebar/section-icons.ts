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
import type { Section } from '../../app/screens.ts'

/** Icons of the sidebar's sections; separate from the screens, which sign-in loads too. */
export const sectionIcons: Record<Section, Icon> = {
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
