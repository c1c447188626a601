import { expect, test } from 'vitest'
import { z } from 'zod'
import './input-sentences.ts'
import { OwnSignInFields } from '../profile/own-sign-in-contract.ts'

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message)

test('a field that is empty or a number says what is wrong with the number', () => {
  expect(said(OwnSignInFields, { email: 'ana@agency.test', phone: '305', language: 'en' })).toEqual(['Not a Phone'])
})

test('alternatives without a sentence of their own are named by their field', () => {
  const schema = z.object({ planYear: z.union([z.literal(''), z.number()]) })
  expect(said(schema, { planYear: 'soon' })).toEqual(['Plan year is not valid'])
  expect(said(schema, {})).toEqual(['Plan year is required'])
})
