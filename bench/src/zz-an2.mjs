import {readFileSync} from 'node:fs'
const p=JSON.parse(readFileSync(process.argv[2]));const by=new Map(p.nodes.map(n=>[n.id,n]));const parent=new Map();for(const n of p.nodes)for(const c of n.children??[])parent.set(c,n.id)
// only samples in the last 11.5 s
let t=0;const times=p.timeDeltas.map(d=>t+=d);const end=t-3e6;const begin=end-10e6
const tot=new Map(),own=new Map();let all=0,idle=0
p.samples.forEach((s,i)=>{if(times[i]<begin||times[i]>end)return;const d=p.timeDeltas[i]/1000;all+=d;const f=by.get(s).callFrame;if(f.functionName==='(idle)'){idle+=d;return}
const k=f.functionName+' '+f.url.split('/').slice(-2).join('/')+':'+f.lineNumber;own.set(k,(own.get(k)??0)+d);let n=s;const names=new Set();while(n!==undefined){const f=by.get(n).callFrame;names.add(f.functionName+' '+f.url.split('/').slice(-2).join('/')+':'+f.lineNumber);n=parent.get(n)}for(const x of names)tot.set(x,(tot.get(x)??0)+d)})
const busy=all-idle
const top=(m,k)=>[...m].sort((a,b)=>b[1]-a[1]).slice(0,k).map(([n,t])=>(100*t/busy).toFixed(1)+'% '+n).join('\n')
console.log('busy',busy.toFixed(0),'of',all.toFixed(0));console.log('SELF\n'+top(own,45)+'\nTOTAL\n'+top(tot,90))
