/** Pages of the user guide in reading order: names of docs/guide/ and titles. */
export const guidePages = [
  { name: 'start-an-agency', title: 'Start an agency' },
  { name: 'load-a-file', title: 'Load a file' },
  { name: 'work-unpaid-and-lost', title: 'Work unpaid and lost policies' },
  { name: 'commissions', title: 'Check what carriers pay' },
  { name: 'pay-agents', title: 'Enter what agents are paid' },
  { name: 'pay-a-month', title: 'Pay agents' },
  { name: 'load-plans', title: 'Load a year’s plans' },
  { name: 'apply-for-coverage', title: 'Apply for coverage' },
  { name: 'enroll-a-family', title: 'Enroll a family' },
  { name: 'administer-rights', title: 'Administer rights' },
] as const
export type GuidePageName = (typeof guidePages)[number]['name']

/** Page of that name; undefined if there is none. */
export const guidePageOf = (name: string | undefined) => guidePages.find((page) => page.name === name)
