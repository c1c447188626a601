import { sectionRules } from '../access/portal-rules.ts'

/** Claim expressions for reading the terms by which agents are paid, and for changing them. */
export const mayReadPayTerms = sectionRules.Commission.links['Agent Contracts']
export const mayWritePayTerms = 'agent administrator admin.Statement'
