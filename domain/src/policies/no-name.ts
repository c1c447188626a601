/** First name of an insured whom no file has named; the last name is the policy number, which keeps them distinct. */
export const noName = 'No name'

/** Whether the insured of a policy has no name yet. Never match or join such policies by their names. */
export const isUnnamed = ({ firstName }: { firstName: string }): boolean => firstName === noName
