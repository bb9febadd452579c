declare module "*.css";
declare module "*.lazy.css" {
  const text: string;
  export default text;
}
