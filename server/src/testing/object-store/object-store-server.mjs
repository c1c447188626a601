import { createServer } from 'node:http'
import S3rver from 's3rver'

/**
 * S3 server on a folder: `object-store-server.mjs FOLDER PORT [PARTS]`. Prints its port and each part of an upload that begins
 * to arrive. With PARTS it is killed in the middle of the part after so many.
 */
const [, , directory, port, maxParts = 'Infinity'] = process.argv
const server = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'backups' }] })
await server.configureBuckets()
const answer = server.callback()
let parts = 0
const listener = createServer((request, response) => {
  const part = new URL(request.url, 'http://localhost').searchParams.get('partNumber')
  if (part) {
    console.log(`part ${part}`)
    if (++parts > Number(maxParts)) request.once('data', () => process.kill(process.pid, 'SIGKILL'))
  }
  answer(request, response)
})
listener.listen(Number(port), '127.0.0.1', () => console.log(`port ${listener.address().port}`))
