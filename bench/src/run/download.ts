import { once } from 'node:events'
import { get } from 'node:http'

/** Downloads and discards a response and returns its size in bytes; throws unless it is a complete 200. */
export async function download(url: string, token: string, accept: string): Promise<number> {
  const request = get(url, { headers: { authorization: `Bearer ${token}`, accept } })
  const [answer] = await once(request, 'response')
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  if (answer.statusCode !== 200 || !answer.complete) throw new Error(`${url} answered ${answer.statusCode}`)
  return bytes
}
