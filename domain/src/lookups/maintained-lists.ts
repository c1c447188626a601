/** List of values, as Administration → Lists shows it. */
interface MaintainedList {
  /** Key in the database. */
  list: string
  title: string
  /** Where it is used, and why it is fixed. */
  about: string
  /** Administrators may add values; values that the product relies on are fixed. */
  grows: boolean
  /** Values can be merged, because no history names them. */
  merges: boolean
  /** Noun of the records that use the values, singular and plural. */
  uses: readonly [one: string, many: string] | null
}

const fixed = { grows: false, merges: false, uses: null } as const

/** All lists of values; those without `grows` are fixed by the product and read-only. */
export const maintainedLists = {
  locations: {
    list: 'generic.2',
    title: 'Locations',
    grows: true,
    merges: true,
    uses: ['agent', 'agents'],
    about: 'Offices that agents belong to. Each agent needs one.',
  },
  sources: {
    list: 'generic.4',
    title: 'Lead sources',
    grows: true,
    merges: true,
    uses: ['application', 'applications'],
    about: 'How clients of offline applications found the agency.',
  },
  customerStatuses: {
    list: 'status.customer',
    title: 'Customer statuses',
    grows: true,
    merges: false,
    uses: ['customer', 'customers'],
    about: 'Where the agency stands with a customer. New is the first status; Do Not Contact stops messages.',
  },
  leadDispositions: {
    list: 'status.lead',
    title: 'Lead dispositions',
    grows: true,
    merges: false,
    uses: ['lead', 'leads'],
    about: 'Outcome of a lead. Do Not Call blocks calls and texts to its number.',
  },
  languages: {
    list: 'generic.3',
    title: 'Languages',
    grows: true,
    merges: false,
    uses: ['customer', 'customers'],
    about: 'Languages that customers speak and read. Messages and forms of the product are in English and Spanish.',
  },
  agentTypes: { ...fixed, list: 'generic.1', title: 'Agent types', about: 'Fixed: rights and reports rely on them.' },
  agentStatuses: {
    ...fixed,
    list: 'status.agent',
    title: 'Agent statuses',
    about: 'Fixed: who may sell relies on them.',
  },
  policyStatuses: {
    ...fixed,
    list: 'status.policy',
    title: 'Policy statuses',
    about: 'Fixed: carrier files are mapped to them.',
  },
  unpaidStatuses: {
    ...fixed,
    list: 'status.nonpaid',
    title: 'Unpaid statuses',
    about: 'Fixed: summaries count by them.',
  },
  varianceStatuses: {
    ...fixed,
    list: 'status.variance',
    title: 'Variance statuses',
    about: 'Fixed: what was done about a payment.',
  },
  lostStatuses: { ...fixed, list: 'status.lost', title: 'Lost statuses', about: 'Fixed: summaries count by them.' },
  applicationStatuses: {
    ...fixed,
    list: 'status.application',
    title: 'Application statuses',
    about: 'Fixed: what can be done with an application depends on them.',
  },
  ptoStatuses: { ...fixed, list: 'status.pto', title: 'PTO statuses', about: 'Fixed: decisions set them.' },
  purposes: { ...fixed, list: 'purpose', title: 'Purposes', about: 'Fixed: what an address, phone or email is for.' },
  paymentTypes: { ...fixed, list: 'generic.5', title: 'Payment types', about: 'Fixed: payment reports rely on them.' },
  batchStatuses: {
    ...fixed,
    list: 'generic.6',
    title: 'Payment batch statuses',
    about: 'Fixed: a paid batch is locked.',
  },
  csvFormats: {
    ...fixed,
    list: 'generic.7',
    title: 'Statement formats',
    about: 'Fixed: the formats that can be read.',
  },
  userTypes: { ...fixed, list: 'generic.8', title: 'User types', about: 'Fixed: sign-in and rights rely on them.' },
} as const satisfies Record<string, MaintainedList>

export type ListKey = keyof typeof maintainedLists
// `Object.keys` returns string[] even for an object with known keys.
export const listKeys = Object.keys(maintainedLists) as [ListKey, ...ListKey[]]
