import { z } from 'zod'
import { optionalLine } from '../fields/one-line.ts'

/** Web address as typed, with https:// added if missing; null when empty. */
export const WebAddress = optionalLine(300).transform((typed, context) => {
  if (typed === null) return null
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const parsed = URL.canParse(address) ? new URL(address) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || !parsed.hostname.includes('.') || parsed.username !== '') {
    context.addIssue('Must be a web address, such as https://broker.example.com')
    return z.NEVER
  }
  return address
})
