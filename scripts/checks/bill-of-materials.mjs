/**
 * CycloneDX 1.6 bill of materials (https://cyclonedx.org/docs/1.6/json/) of the production packages of a lock file, with
 * origin, hash, license and dependencies. `npm sbom --omit=dev` would omit packages that tools also depend on, such as pg
 * and zod.
 */
export function billOfMaterials(packages, { serial, now }) {
  const shipped = Object.entries(packages).filter(([, { link, dev, devOptional }]) => !link && !dev && !devOptional)
  const product = shipped.find(([path]) => path === '')
  const parts = shipped.filter(([path]) => path !== '')
  const paths = new Set(parts.map(([path]) => path))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      lifecycles: [{ phase: 'pre-build' }],
      component: component(product, 'application'),
    },
    components: parts.map((part) => component(part, 'library')),
    dependencies: shipped.map(([path, { dependencies, optionalDependencies, workspaces }]) => ({
      ref: refOf(path),
      dependsOn: [
        ...(workspaces ?? []).filter((folder) => paths.has(folder)),
        ...Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(
          (name) => foundFrom(path, name, packages, paths) ?? [],
        ),
      ].map(refOf),
    })),
  }
}

const refOf = (path) => path || 'the product'
const nameOf = (path, { name }) => name ?? path.replace(/^.*node_modules\//, '')

function component([path, entry], type) {
  const { version, integrity, license, optional } = entry
  const name = nameOf(path, entry)
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    'bom-ref': refOf(path),
    type,
    ...(group ? { group } : {}),
    name: own,
    version,
    ...(path === '' ? {} : { scope: optional ? 'optional' : 'required' }),
    ...(integrity ? { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] } : {}),
    ...(license
      ? { licenses: [/ (?:AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }] }
      : {}),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }
}

const hexOf = (integrity) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')

/** Resolves a dependency of the package at `path` as Node does: in its own folder, or in one above it. */
function foundFrom(path, name, packages, paths) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const at = `${folder}${folder ? '/' : ''}node_modules/${name}`
    const found = packages[at]?.link ? packages[at].resolved : at
    if (paths.has(found)) return found
    if (folder === '') return undefined
  }
}
