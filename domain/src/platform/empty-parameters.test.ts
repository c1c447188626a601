import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../all-routes.ts'

const isNothing = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

test('CONTACT-02 a query parameter without a value is refused or the same as a missing one, and selects nothing', () => {
  const selecting = allRoutes.flatMap((route) => {
    if (route.method !== 'GET' || !(route.input instanceof z.ZodObject)) return []
    return Object.entries(route.input.shape).flatMap(([name, field]) => {
      const [empty, missing] = [z.safeParse(field, ''), z.safeParse(field, undefined)]
      const selects = empty.success && empty.data !== missing.data && !isNothing(empty.data)
      return selects ? [`${route.path} ${name}`] : []
    })
  })
  expect(selecting).toEqual([])
})
