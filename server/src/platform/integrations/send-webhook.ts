import { createHmac } from 'node:crypto'

interface Delivery {
  /** The same for each delivery of these contents, so that the receiver can drop repeated ones. */
  id: string
  mediaType: string
  body: string
}

const timeoutMs = 20_000

/**
 * Posts a delivery signed by Standard Webhooks (standardwebhooks.com). Throws unless the receiver answers 2xx within 20 s;
 * redirects are failures (P-46).
 */
export async function sendWebhook(
  { url, secret }: { url: string; secret: string },
  { id, mediaType, body }: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const time = Math.floor(Date.now() / 1_000)
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': mediaType,
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')}`,
    },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`http ${answer.status}`)
}
