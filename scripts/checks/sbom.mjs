import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../start/set-up.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'

/** `npm run --silent sbom > sbom.json`: prints the CycloneDX bill of materials from package-lock.json. */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const bill = billOfMaterials(lock.packages, { serial: randomUUID(), now: new Date() })
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
