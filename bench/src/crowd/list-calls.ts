import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

/** Milliseconds of each list page of four users for some seconds. */
export async function listCalls(server: ServerUnderTest, token: string, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1_000
  return await listCallsWhile(server, token, 4, () => performance.now() < end)
}

/** Milliseconds of each list page of `users` at once, each of whom waits for a response before the next request. */
export async function listCallsWhile(
  server: ServerUnderTest,
  token: string,
  users: number,
  goesOn: () => boolean,
): Promise<number[]> {
  const took: number[] = []
  const user = async () => {
    while (goesOn()) {
      const began = performance.now()
      const answer = await fetch(server.url + policies.list.path, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`A list page answered ${answer.status}`)
      await answer.text()
      took.push(performance.now() - began)
      // A pause as of real users: this measures waiting, not throughput.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await Promise.all(Array.from({ length: users }, user))
  return took
}
