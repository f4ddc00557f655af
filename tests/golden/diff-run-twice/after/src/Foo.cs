public class Foo
{
    public int TotalCount;
}
