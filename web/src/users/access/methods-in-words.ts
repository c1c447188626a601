import type { SecondFactorMethod } from '@coverdesk/domain/access/second-factor-rule.ts'

const words: Record<SecondFactorMethod, string> = {
  authenticator: 'App',
  email: 'Code by email',
  sms: 'Code by text',
}

/** 'App, code by email'; null for none. */
export function methodsInWords(methods: readonly SecondFactorMethod[]): string | null {
  const [first, ...rest] = methods.map((method) => words[method])
  return first === undefined ? null : [first, ...rest.map((word) => word.toLowerCase())].join(', ')
}
