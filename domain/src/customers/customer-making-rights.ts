import { sectionRules } from '../access/portal-rules.ts'

export const mayUseCustomers = 'view.customer|admin.customer'

/** Who may turn the insured of policies into customers. Apart from the contract, so that a list need not load it. */
export const mayMakeCustomersOfPolicies = `${sectionRules.Policies.allow} ${mayUseCustomers}`
