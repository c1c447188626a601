import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { type Figure, milliseconds, type Part, quantile } from '../run/figures.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

const samples = 200
const aim = 1.1
const wrong = 'Wrong-Kettle-41'
const disabled = 'customer@demo.test'
const agent = new Agent({ keepAlive: false })

/** Whether response times reveal that a user name exists (P-05): medians of 200 samples of each kind. */
export async function measureNames(server: ServerUnderTest): Promise<Part> {
  await server.owner.query('update users set enabled = false where user_name = $1', [disabled])
  try {
    const names = {
      unknown: (n: number) => `unknown-${n}@demo.test`,
      known: () => 'agent@demo.test',
      disabled: () => disabled,
    }
    return {
      figures: [
        await compare(server, 'sign-in refused', names, (user) => [access.login.path, { user, pass: wrong }]),
        await compare(server, 'forgotten password', names, (user) => [passwords.forgot.path, { user }]),
      ],
      remarks: [
        `${samples} interleaved samples of each kind; the ratio is the slowest median divided by the fastest one.`,
      ],
    }
  } finally {
    await server.owner.query('update users set enabled = true where user_name = $1', [disabled])
    await clearThrottles(server)
  }
}

async function compare(
  server: ServerUnderTest,
  path: string,
  names: Record<string, (n: number) => string>,
  callOf: (user: string) => [path: string, body: object],
): Promise<Figure> {
  const times = new Map(Object.keys(names).map((kind): [string, number[]] => [kind, []]))
  for (let n = 0; n < samples; n++) {
    for (const [kind, name] of Object.entries(names)) times.get(kind)?.push(await timeOf(server, ...callOf(name(n))))
    await clearThrottles(server)
  }
  const medians = [...times].map(([kind, all]) => ({ kind, median: quantile(all, 0.5) }))
  const all = medians.map(({ median }) => median)
  const ratio = Math.max(...all) / Math.min(...all)
  return {
    path: `${path}, medians of unknown, known and disabled names`,
    ours: medians.map(({ kind, median }) => `${kind} ${milliseconds(median)}`).join(', '),
    limit: '–',
    ratio: ratio.toFixed(3),
    aim: `≤ ${aim}`,
    holds: ratio <= aim,
  }
}

/** Uses another loopback address each time, so that the throttle by address does not apply. */
function timeOf({ url }: ServerUnderTest, path: string, members: object): Promise<number> {
  const body = JSON.stringify(members)
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      {
        method: 'POST',
        agent,
        localAddress: `127.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        const { statusCode = 0 } = answer
        answer.resume().once('end', () => {
          if (statusCode === 200 || statusCode === 401) resolve(performance.now() - start)
          else reject(new Error(`${path} answered ${statusCode}`))
        })
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

async function clearThrottles({ owner }: ServerUnderTest): Promise<void> {
  for (const table of ['sign_in_failures', 'sign_in_streaks', 'public_calls']) await owner.query(`delete from ${table}`)
}
