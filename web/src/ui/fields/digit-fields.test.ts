import { showZip } from '@coverdesk/domain/fields/zip-code.ts'
import { expect, it } from 'vitest'
import { expiryDigits, maskedSsn, phoneDigits } from './digit-fields.tsx'

it('CONST-11 reads a phone number with the country code', () => {
  expect(phoneDigits('+1 (305) 555-0142')).toBe('3055550142')
  expect(phoneDigits('305.555.0142')).toBe('3055550142')
})

it('CONST-12 reads an expiration as MM/YY, M/YY and MM/YYYY', () => {
  expect(expiryDigits('11/31')).toBe('1131')
  expect(expiryDigits('3/31')).toBe('0331')
  expect(expiryDigits('11/2031')).toBe('1131')
  expect(expiryDigits('3/', '/')).toBe('03')
  expect(expiryDigits('1/31', '')).toBe('131')
})

it('shows the last four digits of a complete social security number, and none of an incomplete one', () => {
  expect(maskedSsn('123-45-6789')).toBe('•••-••-6789')
  expect(maskedSsn('123-4')).toBe('•••-•')
})

it('groups a ZIP+4 as it is typed', () => {
  expect(['3313', '33136', '331361', '33136123456'].map(showZip)).toEqual(['3313', '33136', '33136-1', '33136-1234'])
})
