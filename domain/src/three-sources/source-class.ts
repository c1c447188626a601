/** What the exchange's record, the carrier's book and the statement say together of a policy and month, most urgent first. */
export const sourceClasses = [
  'agent differs',
  'facts differ',
  'paid differently',
  'not paid',
  'paid, not on book',
  'not on book',
  'statement only',
  'no exchange record, unpaid',
  'no exchange record, paid',
  'off exchange, unpaid',
  'off exchange, paid',
  'waiting',
  'agrees',
] as const
export type SourceClass = (typeof sourceClasses)[number]

/** Classes that a person should look at. */
export const classesToReview: readonly SourceClass[] = sourceClasses.slice(0, 7)

export const sourceClassWords: Readonly<Record<SourceClass, string>> = {
  'agent differs': 'Agent differs',
  'facts differ': 'Facts differ',
  'paid differently': 'Paid differently',
  'not paid': 'Not paid',
  'paid, not on book': 'Paid, not on book',
  'not on book': 'Not on book',
  'statement only': 'Statement only',
  'no exchange record, unpaid': 'No exchange record, unpaid',
  'no exchange record, paid': 'No exchange record, paid',
  'off exchange, unpaid': 'Off exchange, unpaid',
  'off exchange, paid': 'Off exchange, paid',
  waiting: 'Waiting, not due yet',
  agrees: 'Agrees',
}

/** What a class says of one policy, in a sentence. */
export const sourceClassSentences: Readonly<Record<SourceClass, string>> = {
  'agent differs':
    'The exchange shows another agent than the carrier’s book. The next book may change, and with it who is paid.',
  'facts differ': 'Both have the policy, but its dates or its number of members differ.',
  'paid differently': 'The exchange and the book agree, but the statement pays another amount than the schedule says.',
  'not paid': 'The exchange and the book have the policy, and its commission is due, but no statement pays it.',
  'paid, not on book':
    'The exchange has the policy and the carrier pays it, but the book does not have it in this month.',
  'not on book': 'The exchange has the policy, but the carrier’s book does not have it in this month.',
  'statement only': 'The statement has the line, but neither the book nor the exchange has the policy in this month.',
  'no exchange record, unpaid':
    'The book has the policy; it is not paid, and no record of the exchange was loaded for it.',
  'no exchange record, paid': 'The book has the policy and it is paid; no record of the exchange was loaded for it.',
  'off exchange, unpaid': 'The policy was sold outside the exchange, and is not paid in this month.',
  'off exchange, paid': 'The policy was sold outside the exchange, and is paid.',
  waiting: 'The exchange and the book agree. The commission isn’t due yet, or was before the first statement here.',
  agrees: 'All three sources agree.',
}
