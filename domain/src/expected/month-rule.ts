/** Rules that decide what is due for a policy month (money.md, rules 1 to 8), the first that holds. */
export const monthRules = [
  'not in force',
  'agent of another agency',
  'not eligible',
  'no row',
  'facts missing',
  'not commissionable',
  'first month only',
  'ended unpaid',
  'premium not paid',
  'added later',
  'first-payment lag',
  'in force',
] as const
export type MonthRule = (typeof monthRules)[number]

/** Rules as screens and files show them. */
export const ruleWords: Readonly<Record<MonthRule, string>> = {
  'not in force': 'Not in force',
  'agent of another agency': 'Agent of another agency',
  'not eligible': 'Not eligible by the book',
  'no row': 'No row of the schedule',
  'facts missing': 'Members or premium not said',
  'not commissionable': 'Not commissionable',
  'first month only': 'Paid in the first month only',
  'ended unpaid': 'Ended without the premium',
  'premium not paid': 'Premium not paid',
  'added later': 'In force, added or reinstated later',
  'first-payment lag': 'In force, first-payment lag',
  'in force': 'In force',
}
