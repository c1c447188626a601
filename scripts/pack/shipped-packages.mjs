/**
 * Paths of the npm packages that the server needs at run time, from the packages of a lock file: those that `folder` and the
 * workspaces behind it depend on. `isInstalled` drops the optional ones of other platforms.
 */
export function shippedPackages(packages, folder, isInstalled) {
  const found = new Set()
  const visit = (path) => {
    if (found.has(path) || !isInstalled(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = resolvePackage(path, name, packages)
      if (dependency) visit(dependency)
    }
  }
  visit(folder)
  return [...found].sort()
}

/** Resolves a dependency as Node does: in the package's own folder, or in one above it. Returns a workspace as its folder. */
function resolvePackage(path, name, packages) {
  for (let folder = path; ; folder = parentOf(folder)) {
    const at = `${folder}${folder ? '/' : ''}node_modules/${name}`
    const entry = packages[at]
    if (entry) return entry.link ? entry.resolved : at
    if (folder === '') return undefined
  }
}

/** Folder whose `node_modules` is searched next. */
function parentOf(folder) {
  const at = folder.lastIndexOf('node_modules/')
  return at > 0 ? folder.slice(0, at - 1) : ''
}
