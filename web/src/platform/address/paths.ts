/** Every path of the app; the features say what each one shows. Spellings are the specification's. */
export const paths = {
  start: '/',
  portal: '/portal/',
  login: '/login',
  forgot: '/login/forgot',
  register: '/login/register',
  secondFactor: '/login/2fa',
  setup: '/setup',
  confirm: (code: string) => `/login/confirm/${encodeURIComponent(code)}`,
  reset: (code: string) => `/login/reset/${encodeURIComponent(code)}`,
  privacy: '/privacy',
  terms: '/terms',
  notFound: '/not-found',
  marketplaceReturn: '/mk/return',
  sandbox: '/exchange',
  consumer: '/consumer/',
  consumerMarketplace: '/consumer/mk/redirect',

  dashboard: '/portal/dashboard',
  customer: '/portal/customer',
  application: '/portal/application',
  marketplaceRedirect: '/portal/mk/redirect',
  edeRedirect: '/portal/ede/redirect',
  applications: '/portal/mk/applications',
  ownApplication: (id: string) => `/portal/mk/applications/${encodeURIComponent(id)}`,
  consumerApplication: (id: string) => `/consumer/applications/${encodeURIComponent(id)}`,
  contacts: '/portal/contact/managment',
  contactDuplicates: '/portal/contact/duplicates',
  contactPair: (id: number, other: number) => `/portal/contact/duplicates?pair=${id}-${other}`,
  contact: (id: number) => `/portal/contact/managment?contact=${id}`,
  customerManage: '/portal/customerManage',
  agent: (id: number) => `/portal/manage/agents?dialog=edit&agent=${id}`,
  lead: (id: number) => `/portal/leads?lead=${id}`,
  newCustomer: '/portal/customerManage?dialog=new',
  customerPage: (id: number) => `/portal/customerManage/${id}`,
  policies: '/portal/policies/manage',
  unpaidPolicies: '/portal/policies/unpaid-policies',
  lostPolicies: '/portal/policies/lost',
  threeSources: '/portal/policies/three-sources',
  policy: (id: number) => `/portal/policies/${id}`,
  agents: '/portal/manage/agents',
  newAgent: '/portal/manage/agents?dialog=new',
  rates: '/portal/manage/rates',
  ratesOf: (agentId: number) => `/portal/manage/rates/${agentId}`,
  newForm: '/portal/form/new',
  offlineApplications: '/portal/form/manage',
  offlineApplication: (id: number) => `/portal/form/manage?application=${id}`,
  leads: '/portal/leads',
  statements: '/portal/commissions/statement',
  statementLines: '/portal/commissions/manage',
  payments: '/portal/commissions/payment',
  schedules: '/portal/commissions/schedules',
  agentContracts: '/portal/commissions/contracts',
  hierarchy: '/portal/commissions/hierarchy',
  adjustments: '/portal/commissions/adjustments',
  payRuns: '/portal/commissions/pay-runs',
  payRun: (id: number) => `/portal/commissions/pay-runs/${id}`,
  balances: '/portal/commissions/balances',
  taxForms: '/portal/commissions/tax-forms',
  bankAccounts: '/portal/commissions/bank-accounts',
  exceptions: '/portal/commissions/exceptions',
  variances: '/portal/commissions/variances',
  expectedCash: '/portal/commissions/expected-cash',
  expectedMonths: '/portal/commissions/expected-months',
  disputes: '/portal/commissions/disputes',
  dispute: (id: number) => `/portal/commissions/disputes/${id}`,
  alerts: '/portal/security/alerts',
  logs: '/portal/manage/logs',
  agency: '/portal/manage/agency',
  carriers: '/portal/manage/carriers',
  lists: '/portal/manage/lists',
  planData: '/portal/manage/plan-data',
  cmsRegistration: '/portal/manage/cms-registration',
  healthSherpa: '/portal/mk/healthsherpa',
  upload: '/portal/manage/upload',
  pastUpload: (id: number) => `/portal/manage/upload?upload=${id}`,
  approvals: '/portal/security/approvals',
  roleTemplates: '/portal/security/templates',
  auditLogs: '/portal/manage/audit_logs',
  users: '/portal/security/users',
  user: (id: number) => `/portal/security/users?dialog=edit&user=${id}`,
  newUser: '/portal/security/users?dialog=new',
  myAccount: '/portal/myaccount',
  clientAccount: '/consumer/account',
  outbox: '/portal/outbox',
  marketing: '/portal/marketing',
  conversation: (contactId: number) => `/portal/marketing?contact=${contactId}`,
  /** The same, to write a text message. */
  textTo: (contactId: number) => `/portal/marketing?contact=${contactId}&write=sms`,
  notifications: '/portal/notifications',
  pto: '/portal/pto',
  ptoRequest: (id: number) => `/portal/pto?request=${id}`,
  internalApplications: '/portal/mk/applications?tab=internal',
  internalApplication: (id: string) => `/portal/mk/applications?tab=internal&application=${encodeURIComponent(id)}`,
  guide: '/portal/guide',
  guidePage: (name: string) => `/portal/guide/${name}`,
  error: '/portal/error',

  /** Separate areas outside the portal, opened by a full page load. */
  seePlans: '/self-enroll/',
  publicPlan: (planId: string) => `/self-enroll/plans_get/${encodeURIComponent(planId)}`,
  ede: '/ede/app/',
  edeNew: '/ede/app/new',
  edeApplication: (id: string, step?: string) =>
    `/ede/app/${encodeURIComponent(id)}${step ? `?step=${encodeURIComponent(step)}` : ''}`,
} as const

/** A path of a list with filters in its address; values that are null are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const set = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

export type ApplicationPaths = ReturnType<typeof applicationPaths>

/** Paths of one application, the same in the portal and in the consumer app. */
export function applicationPaths(where: 'portal' | 'consumer', id: string) {
  const top = where === 'portal' ? '/portal/mk' : '/consumer'
  const details = `${top}/applications/${encodeURIComponent(id)}`
  const enrollment = `${details}/enrollment`
  const plansBelow = (base: string) => ({
    plans: `${base}/plans`,
    plan: (planId: string) => `${base}/plans/${encodeURIComponent(planId)}`,
  })
  return {
    details,
    enrollment,
    ...plansBelow(details),
    groupPlans: (groupId: number | string) => plansBelow(`${enrollment}/${encodeURIComponent(groupId)}`).plans,
    groupPlan: (groupId: number | string, planId: string) =>
      plansBelow(`${enrollment}/${encodeURIComponent(groupId)}`).plan(planId),
    returned: (type: string) => `${top}/return/${type}`,
  }
}

/** Redirect target of a legacy URL, /#/mk/return?exchangeId=1 (A-001); null for any other. */
export function pathOfHash(hash: string): string | null {
  return hash.startsWith('#/') ? `/${hash.slice(1).replace(/^[/\\]+/, '')}` : null
}
