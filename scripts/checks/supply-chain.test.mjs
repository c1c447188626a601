import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../start/set-up.mjs'
import { isSecretFile, secretsIn } from './secret-rules.mjs'
import { trackedFiles } from './tracked-files.mjs'

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const registry = 'https://registry.npmjs.org/'
/** Tools that their own commands install on first use. */
const toolFolders = ['mutation', 'bench/lighthouse']
const lockFiles = ['.', ...toolFolders].map((folder) => join(folder, 'package-lock.json'))
const isPackage = ([path, { link }]) => path.includes('node_modules/') && !link

test.each(lockFiles)('P-90 %s takes every package from the registry, pinned by version and hash', (file) => {
  const { packages, lockfileVersion } = json(file)
  expect(lockfileVersion).toBe(3)
  const problems = Object.entries(packages)
    .filter(isPackage)
    .flatMap(([path, { version, resolved, integrity }]) => [
      ...(/^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/.test(version ?? '') ? [] : [`${path} has no version`]),
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : [`${path} has no sha512`]),
      // Without an origin npm uses its configured registry, and the hash must match all the same.
      ...(resolved === undefined || resolved.startsWith(registry) ? [] : [`${path} comes from ${resolved}`]),
    ])
  expect(problems).toEqual([])
  expect(Object.keys(packages).length).toBeGreaterThan(50)
})

test('P-90 only our workspaces are linked into node_modules', () => {
  const { packages } = json('package-lock.json')
  const linked = Object.values(packages).flatMap(({ link, resolved }) => (link ? [resolved] : []))
  expect(linked.toSorted()).toEqual(json('package.json').workspaces.toSorted())
})

test('P-90 every dependency has an exact version, and only named packages run install scripts', () => {
  const folders = ['.', ...toolFolders, ...json('package.json').workspaces]
  const requested = folders.flatMap((folder) => {
    const { dependencies, devDependencies, optionalDependencies, scripts } = json(join(folder, 'package.json'))
    // Scripts that npm would run when it installs this package.
    expect(Object.keys(scripts ?? {}).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([])
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  expect(requested.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  const allowed = Object.keys(json('package.json').allowScripts)
  const { packages } = json('package-lock.json')
  const withScripts = Object.entries(packages).flatMap(([path, { hasInstallScript, version, os }]) =>
    hasInstallScript && runsHere(os) ? [`${path.replace(/^.*node_modules\//, '')}@${version}`] : [],
  )
  const forThisMachine = withScripts.filter((name) =>
    existsSync(join(root, 'node_modules', name.replace(/@[^@]+$/, ''))),
  )
  expect(forThisMachine.filter((name) => !allowed.includes(name))).toEqual([])
  expect(allowed.filter((name) => !withScripts.includes(name) && name.includes(process.platform))).toEqual([])
})

const runsHere = (os) => os === undefined || os.includes(process.platform)

test('P-90 the repository contains no secrets', () => {
  const files = trackedFiles()
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter(isSecretFile)).toEqual([])
  expect(
    files
      .filter((path) => statSync(join(root, path)).size < 3_000_000)
      .flatMap((path) => secretsIn(path, readFileSync(join(root, path), 'utf8'))),
  ).toEqual([])
})

test('P-90 the rules find a secret of each kind and ignore the placeholders of tests', () => {
  // Concatenated, so that this file itself contains no secret.
  const random = 'kD83nfQz71LmXv0pRt5YwBc2'
  const hex = '9f86d081884c7d659a2feaa0c55ad015'
  const planted = [
    ['-----BEGIN RSA', ` PRIVATE KEY-----\n${random}${random}`],
    ['AK', 'IAZ7QK4WX2PLM9TR3V'],
    ['gh', `p_${random}${random.slice(0, 12)}`],
    ['glpat', '-kD83nfQz71LmXv0pRt5Y'],
    ['npm', `_${random}${random.slice(0, 12)}`],
    ['xox', `b-1234567890-${random}`],
    ['sk_', `live_${random}`],
    ['AI', `za${random}${random.slice(0, 11)}`],
    ['SG', `.${random}.${random}${random.slice(0, 12)}`],
    ['AC', hex],
    ['eyJ', `${random}.eyJ${random}.${random}`],
    ['const apiKey', ` = '${random}'`],
    ['  "TOKEN_SECRET', `": "${hex}"`],
    ['postgres', `://me:${random}@db.agency.com/book`],
  ]
  for (const parts of planted) expect(secretsIn('a.ts', `// first\n${parts.join('')}\n`), parts[0]).toHaveLength(1)
  expect(secretsIn('a.ts', `\n\n${planted[1].join('')}`)).toEqual(['a.ts:3: a key of AWS'])
  const harmless = [
    "tokenSecret: 'a-secret-for-tests-0123456789-abcdefghijkl'",
    'DATABASE_URL=postgres://coverdesk:…@db.example.com/coverdesk',
    "url: 'postgresql://me:secret@localhost/base'",
    "const passwordHash = 'argon2id'",
    '"integrity": "sha512-kD83nfQz71LmXv0pRt5YwBc2kD83nfQz71LmXv0pRt5YwBc2=="',
    'smtp://user:password@mail.example.com:587',
  ]
  expect(harmless.flatMap((text) => secretsIn('a.ts', text))).toEqual([])
  expect(['.env', 'a/.env.local', 'data/secrets.json', 'tls/server.key', '.ssh/id_rsa'].every(isSecretFile)).toBe(true)
  expect(['.env.example', 'server/src/platform/config/secrets-file.ts', 'docs/key.md'].some(isSecretFile)).toBe(false)
})

test('P-90 npm run sbom lists all production packages in CycloneDX, with hash, license and dependencies', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/checks/sbom.mjs')], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  })
  const { bomFormat, specVersion, metadata, components, dependencies } = JSON.parse(stdout)
  expect([status, bomFormat, specVersion, metadata.component.name]).toEqual([0, 'CycloneDX', '1.6', 'coverdesk'])
  const packages = components.filter(({ purl }) => !purl.startsWith('pkg:npm/%40coverdesk/'))
  expect(packages.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content))).toEqual([])
  // Both are MIT, but declare it in a format that npm does not read.
  const withoutLicense = packages.filter(({ licenses }) => !licenses)
  expect(withoutLicense.map(({ name }) => name)).toEqual(['png-js', 'xmlhttprequest-ssl'])
  const folders = ['.', ...json('package.json').workspaces]
  const requested = folders.flatMap((folder) => Object.keys(json(join(folder, 'package.json')).dependencies ?? {}))
  const listed = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)))
  expect(requested.filter((name) => !listed.has(name))).toEqual([])
  expect(
    [...listed].filter((name) => ['vitest', 'typescript', '@biomejs/biome', '@playwright/test'].includes(name)),
  ).toEqual([])
  const refs = new Set(components.map((component) => component['bom-ref']))
  expect(refs.size).toBe(components.length)
  const reached = dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(reached.filter((ref) => !refs.has(ref))).toEqual([])
  // No package is listed without a dependent.
  expect([...refs].filter((ref) => !reached.includes(ref))).toEqual([])
})
