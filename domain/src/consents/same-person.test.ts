import { expect, test } from 'vitest'
import { samePerson } from './same-person.ts'

test('A-104 names that differ in case, accents, hyphens, spacing and middle names are one person', () => {
  for (const [one, other] of [
    ['Ida Case', 'Ida Case'],
    ['ida  CASE', ' Ida Case '],
    ['José Núñez', 'Jose Nunez'],
    ['Ida Case', 'Ida Maria Case'],
    ['Ida Maria Case', 'Ida Case'],
    ['Ana García-López', 'Ana García López'],
    ['Cher', 'cher'],
    ['Ida M. Case', 'Ida Maria Case'],
    ['Ida Maria Case', 'ida m case'],
    ['Nora O’Brien', "Nora O'Brien"],
    ['', ' '],
  ] as const)
    expect(samePerson(one, other), `${one} / ${other}`).toBe(true)
})

test('A-104 names with another first, last or middle name, or none, are not', () => {
  for (const [one, other] of [
    ['Ida Case', 'Uwe Case'],
    ['Ida Case', 'Ida Stone'],
    ['Ida Maria Case', 'Ida Rosa Case'],
    ['Ida Maria Case', 'Ida Rosa Maria Stone'],
    ['Ida Maria Rosa Case', 'Ida Rosa Maria Case'],
    ['Ida R. Case', 'Ida Maria Case'],
    ['I. Case', 'Ida Case'],
    ['Ida C', 'Ida Case'],
    ['Ida', 'Ida Case'],
    ['Case', 'Ida Case'],
    ['Ida Case', ''],
  ] as const)
    expect(samePerson(one, other), `${one} / ${other}`).toBe(false)
})
