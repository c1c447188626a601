import pg from 'pg'
import { readFileSync, readdirSync } from 'node:fs'
import { ownerUrlOf } from './zz-url.mjs'
const c=new pg.Client({connectionString:ownerUrlOf(process.argv[2])}); await c.connect()
const {rows:[{pid}]}=await c.query('select pg_backend_pid() pid')
const cpu=()=>{const t=readFileSync(`/proc/${pid}/stat`,'utf8').split(' ');return (Number(t[13])+Number(t[14]))*10}
const run=async(n,q,v)=>{const a=cpu(),t=performance.now(),m=process.cpuUsage();const r=await c.query(q,v);const u=process.cpuUsage(m);console.log(n,'wall',Math.round(performance.now()-t),'pgcpu',cpu()-a,'nodecpu',Math.round((u.user+u.system)/1000));return r}
await run('count ids','select count(*)::bigint as total, array_agg(p.id)::text as ids from policies p')
const {rows:[r]}=await run('count ids','select count(*)::bigint as total, array_agg(p.id)::text as ids from policies p')
await c.query('begin')
const json=JSON.stringify([{action:'export',entity:'Policy',outcome:'done',facts:{},subjects:r.ids,mac:'\\x00'}])
console.log(json.length)
const ins=`insert into audit_events (user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts, subjects, mac)
    select user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts, subjects, mac
    from json_to_recordset($1) as e (user_id bigint, session_id uuid, action text, entity text, entity_id text,
      outcome text, address text, request_id text, facts jsonb, subjects bigint[], mac bytea) returning id`
await run('insert',ins,[json])
const {rows:[{id}]}=await run('insert',ins,[json])
await run('enter many',`explain analyze select entity, subject >> 10, id, bit_or(set_bit(repeat('0', 1024)::bit(1024), (subject & 1023)::int, 1))
    from audit_events e, unnest(subjects) as subject where id=$1 group by entity, subject >> 10, id`,[id])
await c.query('rollback')
await c.end()
