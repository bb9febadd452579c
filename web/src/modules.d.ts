declare module "*.css";
declare module "*.late.css" {
  const text: string;
  export default text;
}
