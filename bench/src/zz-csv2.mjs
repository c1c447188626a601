import { readFileSync } from 'node:fs'
const all=readFileSync('/tmp/rows.copy').toString().split('\n').slice(0,-1)
const T=(n,f)=>{for(let i=0;i<4;i++){const m=process.cpuUsage();let x=0;f(l=>{x+=l});const u=process.cpuUsage(m);console.log(n,Math.round((u.user+u.system)/1000),x)}}
T('split only',k=>{for(const l of all)k(l.split('\t').length)})
const oddLine=/[",\r\\]|(?:^|\t)[=+\-@ ]| (?:\t|$)/
T('regex line',k=>{for(const l of all)k(oddLine.test(l)?1:0)})
T('nulls',k=>{for(const l of all)k(l.replaceAll('\\N','').length)})
T('nulls+regex+replace tab',k=>{for(const l of all){const p=l.replaceAll('\\N','');if(!oddLine.test(p))k(p.replaceAll('\t',',').length);else k(0)}})
const enc=new TextEncoder()
T('encode',k=>{let t='';for(const l of all){t+=l+'\r\n';if(t.length>65536){k(enc.encode(t).length);t=''}}})
T('concat cells+encode',k=>{let t='';for(const l of all){const c=l.split('\t');for(let i=0;i<c.length;i++)t+=(i?',':'')+c[i];t+='\r\n';if(t.length>65536){k(enc.encode(t).length);t=''}}})
T('join cells+encode',k=>{let t='';for(const l of all){t+=l.split('\t').join(',')+'\r\n';if(t.length>65536){k(enc.encode(t).length);t=''}}})
