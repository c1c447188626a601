import { expect, test } from 'vitest'
import { parseQuery, writeQuery } from './address-query.ts'
import { pathOfHash, paths } from './paths.ts'

test('SHELL-07 every screen of the portal lies under /portal/, spelled as specified', () => {
  expect(paths).toMatchObject({
    portal: '/portal/',
    dashboard: '/portal/dashboard',
    customer: '/portal/customer',
    application: '/portal/application',
    applications: '/portal/mk/applications',
    marketplaceRedirect: '/portal/mk/redirect',
    policies: '/portal/policies/manage',
    upload: '/portal/manage/upload',
    error: '/portal/error',
    seePlans: '/self-enroll/',
    ede: '/ede/app/',
  })
  expect(paths.policy(12)).toBe('/portal/policies/12')
  expect(paths.ownApplication('a/b')).toBe('/portal/mk/applications/a%2Fb')
})

test('SHELL-07 an address of the older kind, /#/x, is rewritten to /x and never to another host', () => {
  expect(pathOfHash('#/mk/return?exchangeId=1')).toBe('/mk/return?exchangeId=1')
  expect(pathOfHash('#//evil.example/x')).toBe('/evil.example/x')
  expect(pathOfHash('#/\\evil.example')).toBe('/evil.example')
  expect(pathOfHash('#main')).toBeNull()
  expect(pathOfHash('')).toBeNull()
})

test('the query of an address is plain text: digits stay text, what is not set is left out', () => {
  expect(parseQuery('?zipCode=01234&name=Ana%20B')).toEqual({ zipCode: '01234', name: 'Ana B' })
  expect(writeQuery({ zipCode: '01234', pageNumber: 2, name: '', carrier: undefined })).toBe(
    '?zipCode=01234&pageNumber=2',
  )
  expect(writeQuery({})).toBe('')
})
