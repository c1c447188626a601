import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { Person, TestApp } from '../testing/test-app.ts'

export type NewCustomer = InputOf<typeof customers.create>

let made = 0

/** Fields of a customer with a unique name. */
export function someone(more: Partial<NewCustomer> = {}): NewCustomer {
  const nth = ++made
  return {
    firstName: 'Ana',
    middleName: 'Lucía',
    lastName: `Vega${nth} Ruiz`,
    email: `ana.vega${nth}@example.com`,
    phone: '(305) 555-0142',
    dob: '1986-04-17',
    sex: 'F',
    usCitizen: true,
    tglanguageSpkid: 2,
    tglanguageMailId: 1,
    ...more,
  }
}

let npns = 7_100_000

/** An agent with the right to the Customer section. */
export async function customerAgent(agency: TestApp, claims: string[] = ['view.customer']): Promise<Person> {
  return await agency.person({ roles: ['agent'], claims, npn: String(++npns) })
}

/** The customer as an unchanged update request. */
export async function editOf(person: Person, id: number): Promise<InputOf<typeof customers.update>> {
  const customer = await person.call(customers.one, { id })
  const { firstName, middleName, lastName, email, phone, dob, sex, usCitizen } = customer
  const { tglanguageSpkid, tglanguageMailId, version } = customer
  return {
    id,
    version,
    firstName,
    middleName,
    lastName,
    email: email ?? '',
    phone,
    dob,
    sex: sex ?? 'F',
    usCitizen,
    tglanguageSpkid,
    tglanguageMailId,
  }
}

/** The failure of a request, or undefined if it succeeded. */
export async function failureOf(answer: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await answer
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
