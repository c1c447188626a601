import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

const callers = 4

/** Milliseconds of each call of four users at once, each of whom waits for a response before the next request. */
export async function listCalls(server: ServerUnderTest, token: string, seconds: number): Promise<number[]> {
  const took: number[] = []
  const end = performance.now() + seconds * 1_000
  const person = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      const answer = await fetch(server.url + policies.list.path, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`A list page answered ${answer.status}`)
      await answer.text()
      took.push(performance.now() - began)
      // A pause as of real users: this measures waiting, not throughput.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await Promise.all(Array.from({ length: callers }, person))
  return took
}
