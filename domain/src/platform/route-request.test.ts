import { expect, test } from 'vitest'
import { queryText, requestOf, routerPath } from './route-request.ts'

test.each([
  ['GET', undefined, { page: 2 }, null],
  ['DELETE', undefined, { page: 2 }, null],
  ['POST', undefined, {}, { page: 2 }],
  ['PUT', undefined, {}, { page: 2 }],
  ['POST', 'file', { page: 2 }, null],
  ['POST', { form: { file: 'photo', largest: 1 } }, {}, { page: 2 }],
] as const)('a %s with body %o has its members in the query or the body', (method, body, query, members) => {
  const route = { method, path: '/api/Agents/{id}/rates', body }
  expect(requestOf(route, { id: 'a/b', page: 2 })).toEqual({
    method,
    path: '/api/Agents/a%2Fb/rates',
    query,
    body: members,
  })
})

test('a path parameter with a lone surrogate is encoded instead of throwing', () => {
  expect(requestOf({ method: 'GET', path: '/{id}' }, { id: '\ud800' }).path).toBe('/%EF%BF%BD')
})

test('a query has no blank members', () => {
  expect(queryText({ a: 'x y', b: '', c: null, d: undefined, e: false })).toBe('?a=x+y&e=false')
  expect(queryText({ b: '' })).toBe('')
})

test('routers get parameters with a colon', () => {
  expect(routerPath('/api/{id}/rates/{rate}')).toBe('/api/:id/rates/:rate')
})
