// Has the newest event of a transaction sent again. Set BASE_URL, API_KEY and TRANSACTION_ID.
using System.Net.Http.Headers;
using System.Text;

string Variable(string name) => Environment.GetEnvironmentVariable(name) ?? throw new Exception($"{name} is not set");

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Variable("API_KEY"));
var body = $$"""{"transactionIds": ["{{Variable("TRANSACTION_ID")}}"]}""";
var content = new StringContent(body, Encoding.UTF8, "application/json");
var response = await client.PostAsync(Variable("BASE_URL") + "/events/resend", content);
var answer = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode)
{
    Console.Error.WriteLine($"{(int)response.StatusCode} {answer}");
    return 1;
}
Console.WriteLine(answer);
return 0;
