import type { GrantAct, RightsGrant } from '@coverdesk/domain/users/rights-grant-contract.ts'

const acts: Record<GrantAct, string> = {
  rights: 'Rights',
  visibility: 'Visibility of',
  contact: 'Link to the contact of an agent, which opens',
  'second factor': 'Second factor removed; the user holds',
  password: 'Temporary password set; the user holds',
  email: 'Email address changed; the user holds',
  phone: 'Phone number for codes changed; the user holds',
}

/** 'Rights: role administrator'. */
export const grantInWords = ({ act, rights }: Pick<RightsGrant, 'act' | 'rights'>): string => `${acts[act]}: ${rights}`
