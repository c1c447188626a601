import { makeCsv } from '@coverdesk/server/src/platform/export-csv.ts'
import { rowBatches } from '@coverdesk/server/src/platform/export-copy.ts'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { exportSelect } from './limits/copy-out.ts'
import { ownerUrlOf } from './zz-url.mjs'
import { policyContactColumns, policyExportColumns } from '@coverdesk/server/src/policies/policy-list.ts'
import { createHash } from 'node:crypto'
const f='/tmp/rows.copy'
if(!existsSync(f)){const c=new pg.Client({connectionString:ownerUrlOf(process.argv[2])});await c.connect();const s=c.query(copyTo(`copy (${exportSelect('p.id<200000')}) to stdout`));const b=[];for await(const x of s)b.push(x);writeFileSync(f,Buffer.concat(b));await c.end()}
const all=readFileSync(f)
async function*pieces(){for(let i=0;i<all.length;i+=131072)yield all.subarray(i,i+131072)}
for(let r=0;r<4;r++){const m=process.cpuUsage();let n=0;const h=createHash('sha1');for await(const b of makeCsv({columns:[...policyExportColumns,...policyContactColumns]},rowBatches(pieces()))){n+=b.length;h.update(b)}
const u=process.cpuUsage(m);console.log(n,h.digest('hex').slice(0,8),'cpu',Math.round((u.user+u.system)/1000))}
