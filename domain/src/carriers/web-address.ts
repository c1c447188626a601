import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'

/** A web address as people type it, with https:// where they leave it out; null where nothing is typed. */
export const WebAddress = oneLine(300).transform((typed, context) => {
  if (typed === '') return null
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const parsed = URL.canParse(address) ? new URL(address) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || !parsed.hostname.includes('.') || parsed.username !== '') {
    context.addIssue('Must be a web address, such as https://broker.example.com')
    return z.NEVER
  }
  return address
})
