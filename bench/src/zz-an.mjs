import {readFileSync} from 'node:fs'
const p=JSON.parse(readFileSync(process.argv[2]));const by=new Map(p.nodes.map(n=>[n.id,n]));const parent=new Map();for(const n of p.nodes)for(const c of n.children??[])parent.set(c,n.id)
const self=new Map();p.samples.forEach((s,i)=>self.set(s,(self.get(s)??0)+p.timeDeltas[i]/1000))
const tot=new Map(),own=new Map();for(const [id,t] of self){const names=new Set();let n=id;const f=by.get(id).callFrame;const k=f.functionName+' '+f.url.split('/').pop()+':'+f.lineNumber;own.set(k,(own.get(k)??0)+t);while(n!==undefined){const f=by.get(n).callFrame;names.add(f.functionName+' '+f.url.split('/').pop()+':'+f.lineNumber);n=parent.get(n)}for(const x of names)tot.set(x,(tot.get(x)??0)+t)}
const top=(m,k)=>[...m].sort((a,b)=>b[1]-a[1]).slice(0,k).map(([n,t])=>t.toFixed(1)+' '+n).join('\n')
console.log('SELF\n'+top(own,14)+'\nTOTAL\n'+top(tot,60))
