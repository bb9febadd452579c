"""The look of a woven page, on a screen and on paper, and the few lines of script behind its sliders."""

STYLE = """
:root{--accent:#3b3a5c;--soft:#e7e5f1}
body{font:16px/1.6 Georgia,serif;max-width:46rem;margin:0 auto;padding:1rem;color:#222;background:#fffdf8}
h1,h2,h3,h4,nav,figure,summary,.used,.version{font-family:system-ui,sans-serif}
h1,h2,h3{color:var(--accent);line-height:1.25}
.number{font-variant-numeric:tabular-nums;opacity:.7}
.new{font-size:.7em;background:var(--soft);padding:.1em .5em;border-radius:1em}
.used,.version{color:#666;font-size:.85em;margin-top:-.6em}
nav ul{columns:2;list-style:none;padding:0}
a{color:var(--accent)}
table{border-collapse:collapse;margin:.8em 0}
th,td{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:left}
figure.odds{margin:1em 0;padding:.6em 1em;background:var(--soft);border-radius:.4em}
figure.odds table{width:100%;margin:.3em 0}
figure.odds td:last-child{width:60%}
figcaption{color:#555;font-size:.85em}
.bar{display:inline-block;height:.8em;background:var(--accent);border-radius:.2em}
pre{overflow:auto;background:#f5f3ec;padding:.6em;border-radius:.4em;font-size:.85em}
.changed{border-left:.3em solid var(--accent);padding-left:1em}
@media print{body{max-width:none;font-size:11pt;background:none}details,input,nav{display:none}
 section,figure,table{break-inside:avoid}h2{break-after:avoid}a{color:inherit;text-decoration:none}}
""".strip()

SCRIPT = """
for(const figure of document.querySelectorAll('figure.odds[data-odds]')){
 const odds=JSON.parse(figure.dataset.odds),input=figure.querySelector('input'),table=figure.querySelector('table');
 const values=JSON.parse(input.dataset.values),output=figure.querySelector('output');
 const name=output.textContent.replace(/ [^ ]*$/,'');
 input.addEventListener('input',()=>{
  output.textContent=name+' '+values[input.value];
  table.replaceChildren(...odds[input.value].toReversed().map(([label,,value])=>{
   const row=document.createElement('tr'),percent=(100*value).toFixed(1)+'%';
   for(const [tag,text] of [['th',label],['td',percent],['td','']]){
    const cell=row.appendChild(document.createElement(tag));cell.textContent=text;}
   const bar=document.createElement('span');bar.className='bar';bar.style.width=percent;row.lastChild.append(bar);
   return row;}));});}
""".strip()
