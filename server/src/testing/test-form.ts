import type { FormBody } from '@coverdesk/domain/platform/route.ts'

/** A multipart form as a browser sends it. Only for tests. */
export async function makeTestForm(
  { form: { file: field } }: FormBody,
  members: Record<string, unknown>,
  file?: { bytes: Buffer; name: string; type: string } | null,
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(members)) form.set(name, String(value))
  if (file) form.set(field, new File([new Uint8Array(file.bytes)], file.name, { type: file.type }))
  const sent = new Response(form)
  return {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  }
}
