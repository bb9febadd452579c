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
